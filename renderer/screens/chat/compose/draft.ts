// What is typed and not sent yet, kept over a change of conversations and a reload. Its files are not: they may be large.
import { keep, readKept } from '../../../store/kept.ts';

const name = 'chat-drafts';
/** More conversations than anybody leaves a draft in. */
const maxKept = 20;
const longest = 20_000;

export function keptDraft(conversationId: string): string {
  return readDrafts().find(([id]) => id === conversationId)?.[1] ?? '';
}

export function keepDraft(conversationId: string, text: string): void {
  const others = readDrafts().filter(([id]) => id !== conversationId);
  const own: [string, string][] = text === '' ? [] : [[conversationId, text.slice(0, longest)]];
  keep(name, [...others, ...own].slice(-maxKept), 'sessionStorage');
}

function readDrafts(): [string, string][] {
  return readKept(name, value => (Array.isArray(value) ? value.filter(isDraft) : null), 'sessionStorage') ?? [];
}

function isDraft(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(each => typeof each === 'string');
}
