// A conversation for a file: what is shown of it, as Markdown for people or as JSON for programs.
import { inEnglish } from '../../../words/english.ts';
import type { chatFormats } from '../../../contract/chat.ts';
import type { KeptCall, KeptChat, KeptStep, KeptTurn } from '../../../contract/schemas/chat-kept.ts';

type ChatFormat = (typeof chatFormats)[number];

/** `chat` and `path` with secrets masked already. */
export function exportChat(
  chat: KeptChat,
  path: readonly KeptTurn[],
  format: ChatFormat,
): { name: string; text: string } {
  const name = fileName(chat.title);
  if (format === 'markdown') return { name: `${name}.md`, text: markdownOf(chat, path) };
  const { id, title, from, settings, createdAt, updatedAt } = chat;
  const turns = path.map(({ parent: _, ...turn }) => turn);
  const text = JSON.stringify({ id, title, from, settings, createdAt, updatedAt, turns }, null, 2);
  return { name: `${name}.json`, text: `${text}\n` };
}

/** Letters, digits and hyphens: it becomes the name of a file on any system. */
function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'conversation' : plain.toLowerCase();
}

function markdownOf({ title, createdAt, settings }: KeptChat, path: readonly KeptTurn[]): string {
  const system = settings.systemPrompt.trim();
  const head = [`# ${title.replace(/\s+/g, ' ')}`, `Since ${moment(createdAt)}`];
  const parts = [...head, ...(system === '' ? [] : [quoted(`System prompt: ${system}`)]), ...path.map(turnText)];
  return `${parts.join('\n\n')}\n`;
}

function turnText(turn: KeptTurn): string {
  if (turn.kind === 'question') {
    const files = turn.files.map(({ name, bytes }) => `- attached: ${code(name)}, ${bytes} bytes`);
    return [`## You, ${moment(turn.at)}`, turn.text, ...(files.length > 0 ? [files.join('\n')] : [])].join('\n\n');
  }
  const model = turn.model ? `, ${turn.model.model}` : '';
  return [`## Chat${model}, ${moment(turn.at)}`, ...turn.steps.map(stepText)].join('\n\n');
}

function stepText(step: KeptStep): string {
  switch (step.kind) {
    case 'text':
      return step.text;
    case 'calls':
      return step.calls.map(callText).join('\n');
    case 'urged':
      return `*Told to call ${code(step.tool)} instead of explaining it.*`;
    case 'budget':
      return `*Budget used up: ${step.of}, ${step.used} of ${step.max}.*`;
    case 'failed':
      return `*${inEnglish(step.why)}*`;
    case 'stopped':
      return `*Stopped by ${step.by === 'user' ? 'you' : 'the end of Pilothouse'} after ${step.tokens} tokens.*`;
  }
}

function callText({ toolId, arguments: args, state, rule, resultText }: KeptCall): string {
  const how = 'why' in state ? `${state.kind}: ${inEnglish(state.why)}` : state.kind;
  const lines = [`- ${code(toolId)} ${code(JSON.stringify(args))} (${how}${rule === null ? '' : `, ${rule}`})`];
  if (resultText !== null) lines.push('', fenced(resultText), '');
  return lines.join('\n');
}

/** With a longer fence than any in the text, so that nothing of it gets out. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const lines = [fence, ...text.split('\n'), fence];
  return lines.map(line => `  ${line}`).join('\n');
}

function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const room = longest > 0 ? ' ' : '';
  return `${ticks}${room}${text.replace(/\s+/g, ' ')}${room}${ticks}`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n');
}

function moment(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').slice(0, 19);
}
