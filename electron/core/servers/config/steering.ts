// What of a config makes its command run other code than it shows, or fetch it from elsewhere: found in the table of such names.
import { visibleCommand } from '../../../../contract/visible-text.ts';
import { ownOptionsIn, packageIn } from './package-in-command.ts';
import { steeringOptions, steeringVariables } from './steering-table.ts';
import type { ServerRisk } from '../../../../contract/schemas/server-config.ts';
import type { CommandConfig, ServerConfig } from '../../../../contract/schemas/servers.ts';
import type { Steering } from './steering-table.ts';

/** Programs of which it is known what they are not: `docker`, for one. */
const ownKind = /^(?:npx|npm|pnpm|pnpx|bunx?|yarn|uvx?|pipx|node(?:js)?|deno|tsx|python[\d.]*)$/;

/** In the order in which they stand in the config. Only commands run code of their own choice. */
export function risksOf(config: ServerConfig): ServerRisk[] {
  if (config.kind !== 'stdio') return [];
  const { program, options } = ownOptionsIn(config);
  const variables = Object.keys(config.env).sort();
  return [
    ...variables.flatMap(name => riskIn(steeringVariables, 'variable', name, program)),
    ...[...new Set(options)].flatMap(name => riskIn(steeringOptions, 'argument', name, program)),
    ...folderRisk(config),
  ];
}

function riskIn(table: readonly Steering[], place: ServerRisk['place'], name: string, program: string): ServerRisk[] {
  const matters = ({ of }: Steering) =>
    of === undefined || of.includes(program) || (place === 'variable' && !ownKind.test(program));
  const found = table.find(row => row.name.test(name) && !row.but?.test(name) && matters(row));
  return found ? [{ place, name, sentence: `${visibleCommand(name)} ${found.changes}.`, source: found.source }] : [];
}

/** npx takes a package of the project that it is started in before that of the registry. */
function folderRisk(config: CommandConfig): ServerRisk[] {
  const { cwd } = config;
  if (cwd === undefined || packageIn(config)?.runner !== 'npx') return [];
  const sentence = `In the folder ${visibleCommand(cwd)} a package of that name is run before the one of the registry.`;
  return [{ place: 'folder', name: cwd, sentence, source: 'https://docs.npmjs.com/cli/commands/npx#description' }];
}
