// How the user grants what a call lacks: one line for a terminal, quoted so that it can be pasted.
import type { Resource, Subject } from '../../../contract/schemas/permissions.ts';
import type { PermissionRequest } from './rule.ts';

const subjectOptions = { client: '--client', origin: '--origin', plugin: '--plugin', hub: '--hub' } as const;

/** `pilothouse grants allow --client claude-1a2b3c --scope servers:call --server everything`. */
export function grantCommand({
  subjects,
  scope,
  resources,
}: Pick<PermissionRequest, 'subjects' | 'scope' | 'resources'>) {
  const where = resources[0] ? resourceWords(resources[0]) : [];
  return ['pilothouse', 'grants', 'allow', ...subjects.slice(-1).flatMap(subjectWords), '--scope', scope, ...where]
    .map(quote)
    .join(' ');
}

function subjectWords({ kind, id }: Subject): string[] {
  return [subjectOptions[kind], id];
}

function resourceWords(resource: Resource): string[] {
  switch (resource.kind) {
    case 'any':
      return [];
    case 'site':
      return ['--site', resource.origin];
    case 'tab':
      return ['--tab', `${resource.browserId}:${resource.tabId}`];
    case 'server':
      return ['--server', resource.serverId];
    case 'plugin':
      return ['--of-plugin', resource.pluginId];
  }
}

/** As a shell reads it. */
export function quote(word: string): string {
  return /^[A-Za-z0-9_./:@=+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
