// Rung 14: a request reaches a page of this browser, and its answer comes back.
import { reasonOf } from '../../../../contract/reason.ts';
import { isScriptable } from '../../../../contract/sites.ts';
import { green, judge, red, untried, waits } from '../finding.ts';
import type { Browser, Tab } from '../../../../contract/schemas/entities.ts';
import type { DoctorContext } from '../context.ts';
import type { RungResult } from '../finding.ts';
import type { Profile } from '../profiles/profile.ts';

/** An open page is searched for a word that none has: nothing is opened, changed or read from it. */
export async function checkPage(
  context: DoctorContext,
  profile: Profile,
  companion: Browser | null,
): Promise<RungResult> {
  const { hub } = context;
  if (!hub) return waits('lock');
  const { tabs, pageAnswers } = hub.snapshot();
  const provenAt = companion ? (pageAnswers[companion.id]?.at ?? null) : null;
  if (companion?.state.kind !== 'connected') return waits('hello', provenAt);
  const tab = suitableTab(Object.values(tabs), companion.id);
  if (!tab)
    return untried(
      [{ kind: 'doctor-page-none', browser: profile.browser }],
      { kind: 'doctor-hand-open-page' },
      provenAt,
    );
  const word = `zq${context.randomBytes(8).toString('hex')}`;
  try {
    await hub.searchPage(companion.id, tab.tabId, word);
    return judge([green({ kind: 'doctor-page-answered', browser: companion.name })]);
  } catch (error) {
    return judge([red({ kind: 'doctor-page-failed', browser: companion.name, why: reasonOf(error) })]);
  }
}

/** The one that is seen, of those that scripts may run in. */
function suitableTab(tabs: readonly Tab[], browserId: string): Tab | null {
  const ofWeb = tabs.filter(tab => tab.browserId === browserId && isScriptable(tab.url));
  return ofWeb.find(({ active }) => active) ?? ofWeb[0] ?? null;
}
