// What beginning an install comes to with the values and walls that were asked for, for a user who confirms it. Keeps and fetches nothing.
import { createHash } from 'node:crypto';
import { secretNameFor } from '../../secrets/move-secrets.ts';
import { commandLineOf } from '../config/approval.ts';
import { checkedValues } from './field-values.ts';
import { warningsOf } from './install-package.ts';
import { plannedServer, wallsFor } from './installed-server.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { FieldValues } from '../../../../contract/schemas/catalogue.ts';
import type { Walls } from '../../../../contract/schemas/installs.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { ChosenWay } from './install-sources.ts';
import type { InstalledServerParts } from './installed-server.ts';

type Asked = Pick<PanelParsedParams<'installs:begin'>, 'name' | 'values' | 'walls'>;

export interface ForeseenInstall {
  /** Of the source, or of the bundle with whoever signed it. */
  readonly from: string;
  readonly commandLine: string;
  /** By the names of their fields; of secrets only that they are given. */
  readonly values: readonly (readonly [name: string, values: readonly string[]])[];
  /** Those that its server gets. */
  readonly walls: Walls;
  readonly warnings: readonly Reason[];
  /** The same for the same way of the same source alone: what `installs:begin` holds against what it finds. */
  readonly plan: string;
}

/** Throws HubError for values that do not fit. */
export function foreseenInstall(
  chosen: ChosenWay,
  asked: Asked,
  address: string | null,
  { servers, userHome }: Pick<InstalledServerParts, 'servers' | 'userHome'>,
): ForeseenInstall {
  const { way } = chosen;
  const given = checkedValues(way.fields, asked.values, userHome);
  const secret = new Set(way.fields.filter(field => field.secret).map(({ key }) => key));
  const values: FieldValues = {};
  const secrets: Record<string, string[]> = {};
  for (const [key, own] of Object.entries(given)) {
    if (secret.has(key)) secrets[key] = own.map(() => secretNameFor([`${asked.name}_${key}`], '', () => undefined));
    else values[key] = own;
  }
  const current = { way, version: way.version ?? '', integrity: null, unpacked: null, packageId: null };
  const part = { current: { ...current, warnings: [], tools: null, noTrial: null }, values, secrets };
  return {
    from: sourceOf(chosen, address),
    commandLine: commandLineOf(plannedServer(part).config),
    values: way.fields.flatMap(({ key, name }) => {
      const own = given[key] ?? [];
      return own.length === 0 ? [] : [[name || key, secret.has(key) ? ['…'] : own] as const];
    }),
    walls: asked.walls === undefined ? wallsFor(part, servers).held : asked.walls,
    warnings: [...warningsOf(way, 'asked', []), ...chosen.warnings],
    plan: planMark(chosen),
  };
}

/** The way with its version and what it has to come to, and whose it is. */
export function planMark({ way, origin }: ChosenWay): string {
  return createHash('sha256')
    .update(JSON.stringify([way, origin]))
    .digest('hex');
}

function sourceOf({ origin }: ChosenWay, address: string | null): string {
  if (origin.kind === 'entry') return address ? `${origin.sourceName} (${address})` : origin.sourceName;
  return origin.signedBy === null ? origin.name : `${origin.name} (${origin.signedBy})`;
}
