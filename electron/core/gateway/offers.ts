// What a server lists beside its tools, for the panel: names and descriptions, in bounds.
import type { ServerOffers } from '../../../contract/schemas/server-config.ts';
import type { Listed } from './resource-names.ts';
import type { ListKind } from './server-lists.ts';

const maxShown = 500;
const maxText = 1_000;

/** `read` gives one list of the server's shared run. One that fails costs itself alone; rejects where all do. */
export async function readOffers(read: (kind: ListKind) => Promise<readonly Listed[]>): Promise<ServerOffers> {
  const kinds = ['resources', 'resourceTemplates', 'prompts'] as const;
  const asked = await Promise.allSettled(kinds.map(read));
  if (asked.every(({ status }) => status === 'rejected')) await read('prompts');
  const [resources = [], templates = [], prompts = []] = asked.map(one =>
    one.status === 'fulfilled' ? one.value : [],
  );
  return {
    resources: resources.slice(0, maxShown).map(item => shown(item, 'uri')),
    templates: templates.slice(0, maxShown).map(item => shown(item, 'uriTemplate')),
    prompts: prompts.slice(0, maxShown).map(item => ({
      name: text(item.name) ?? '',
      description: text(item.description),
      arguments: argumentsOf(item.arguments),
    })),
    counts: { resources: resources.length, templates: templates.length, prompts: prompts.length },
  };
}

function shown(item: Listed, key: 'uri' | 'uriTemplate') {
  const name = text(item.title) ?? text(item.name) ?? '';
  return { uri: text(item[key]) ?? '', name, description: text(item.description), mimeType: text(item.mimeType) };
}

function argumentsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 50).flatMap((item: unknown) => {
    const name = typeof item === 'object' && item !== null && 'name' in item ? text(item.name) : null;
    return name === null ? [] : [name];
  });
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, maxText) : null;
}
