// What somebody wants installed, as far as it may be: the way that was chosen, and what there is of it before it is fetched.
import { hubError } from '../../../../words/hub-error.ts';
import { planMark } from './foreseen-install.ts';
import { warningsOf } from './install-package.ts';
import { chosenWay, expectAllowed } from './install-sources.ts';
import { expectSoundWay } from './plan-way.ts';
import { expectWalls } from './proposed-walls.ts';
import type { PanelParsedParams } from '../../../../contract/schemas/panel-requests.ts';
import type { InstalledVersion } from '../../store/installs-table.ts';
import type { ChosenWay, InstallSources } from './install-sources.ts';

/** Rejects with HubError for what is not begun. */
export async function wantedWay(
  asked: PanelParsedParams<'installs:begin'>,
  sources: InstallSources,
): Promise<ChosenWay> {
  const chosen = await chosenWay(asked.from, sources);
  expectSoundWay(chosen.way);
  expectAllowed(chosen.forbidden);
  if (chosen.resembles !== null && asked.resembles !== chosen.resembles) throw lookAlike(chosen);
  expectWalls(asked.walls ?? null);
  return chosen;
}

/** Throws HubError where its entry says something else than what was shown to whoever wanted it. */
export function expectShown(asked: PanelParsedParams<'installs:begin'>, chosen: ChosenWay): void {
  if (asked.plan === undefined || asked.plan === planMark(chosen)) return;
  const { origin, way } = chosen;
  const entry = origin.kind === 'entry' ? `${origin.name} ${way.version ?? ''}`.trimEnd() : null;
  throw hubError('ERR_PERMISSION_DENIED', {
    kind: 'change-other',
    what: { kind: 'install-begun', server: asked.name, entry },
  });
}

/** What is known of it before it is here. */
export function unfetched({ way, warnings }: ChosenWay): InstalledVersion {
  const known = { way, version: way.version ?? '', integrity: null, unpacked: null, packageId: null };
  return { ...known, warnings: [...warningsOf(way, 'asked', []), ...warnings], tools: null, noTrial: null };
}

function lookAlike({ origin, resembles }: ChosenWay) {
  return hubError('ERR_PERMISSION_DENIED', { kind: 'entry-look-alike', name: origin.name, other: resembles ?? '' });
}
