// The fourth link: the companion, or an extension that is served in its place, approved and connected.
import { formatWhen } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { readyBrowser } from './browser-step.ts';
import { failed, type Judgement, proven, untried, waits } from './judgement.ts';
import type { MachineBrowser } from '../../../../contract/schemas/browsers.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';

/** `known` are the browsers that ever said hello; `rows` those of this machine, null while they are looked for. */
export function extensionStep(
  known: readonly Browser[],
  rows: readonly MachineBrowser[] | null,
  browser: Judgement,
  now: number,
): Judgement {
  const pending = known.find(({ state }) => state.kind === 'pending');
  const here = known.filter(({ state }) => state.kind === 'connected');
  if (here.length > 0) return proven(here.map(inBrowser).join(' '));
  if (pending) return pendingStep(pending);
  const last = known.filter(({ state }) => state.kind === 'away').sort((a, b) => b.state.since - a.state.since)[0];
  const heard = last ? t('Last heard at {time}.', { time: formatWhen(last.state.since, now) }) : '';
  const row = readyBrowser(rows);
  if (browser.state === 'failed' || !row) return waits(`${heard} ${waitsText(browser)}`.trim());
  const denied = known.find(({ state }) => state.kind === 'denied');
  if (denied && !last) return failed(t('{name} was denied. Forget it below to be asked again.', { name: denied.name }));
  const { browserId: id, name, extensionsPage: page } = row;
  const text = `${heard} ${t('Load the folder into {name}.', { name })}`;
  return untried(text.trim(), { kind: 'open-extensions', id, name, page });
}

/** An extension of others shows no code, so that what is known of it has to be read first. */
function pendingStep({ id, name, extensionVersion }: Browser): Judgement {
  return extensionVersion === ''
    ? untried(t('{name} wants to connect, and shows no code.', { name }), { kind: 'review-browser', id, name })
    : untried(t('{name} wants to connect. Approve it if its pop-up shows this code.', { name }), {
        kind: 'approve-browser',
        id,
        name,
      });
}

function inBrowser({ name, extensionVersion }: Browser): string {
  if (extensionVersion === '') return t('{name} is connected.', { name });
  return t('{extensionVersion} in {name}.', { extensionVersion, name });
}

function waitsText({ state }: Judgement): string {
  return state === 'failed'
    ? t('It reports back once the browser step is fixed.')
    : t('It reports back once the browser step is done.');
}
