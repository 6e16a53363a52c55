// The tools of one answer: those of the picked sources, under names that every model takes.
import { listNameOf } from '../../tools/callable.ts';
import type { ModelTool } from '../../models/model-answer.ts';
import type { Callable } from '../../tools/callable.ts';

export interface OfferedTool {
  /** As the model names it. */
  readonly name: string;
  /** As the router knows it. */
  readonly toolId: string;
  readonly sourceId: string;
  /** Its own short name. */
  readonly tool: string;
  readonly definition: ModelTool;
}

const maxNameChars = 64;
const maxDescriptionChars = 4_000;

export interface SourceOf {
  (callable: Callable): string;
}

/** In the order of `callables`. No two have one name. */
export function offeredTools(callables: readonly Callable[], sourceOf: SourceOf): OfferedTool[] {
  const taken = new Set<string>();
  return callables.map(callable => {
    const name = freeName(listNameOf(callable), taken);
    taken.add(name);
    const { description, title, inputSchema } = callable.tool;
    const told = [description, title].find(text => typeof text === 'string' && text !== '');
    const definition: ModelTool = {
      name,
      ...(typeof told === 'string' && { description: told.slice(0, maxDescriptionChars) }),
      inputSchema: { type: 'object', ...(inputSchema as Record<string, unknown> | undefined) },
    };
    return { name, toolId: callable.id, sourceId: sourceOf(callable), tool: callable.tool.name, definition };
  });
}

/** Only `[A-Za-z0-9_-]`, at most 64; a second one of the same name gets a number. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const clean = wanted.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameChars) || 'tool';
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const name = `${clean.slice(0, maxNameChars - end.length)}${end}`;
    if (!taken.has(name)) return name;
  }
}

/** The tool that a model means: by its name, else by a short one that only one tool has. */
export function meantTool(tools: readonly OfferedTool[], written: string): OfferedTool | null {
  const named = tools.find(({ name, toolId }) => name === written || toolId === written);
  if (named) return named;
  const short = tools.filter(({ tool }) => tool === written);
  return short.length === 1 ? (short[0] ?? null) : null;
}
