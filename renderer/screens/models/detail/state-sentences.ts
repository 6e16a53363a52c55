// The state of a provider in one sentence with its remedy, for the block at the head of its detail.
import { formatClock, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import type { ModelProvider, ProviderState } from '../../../../contract/schemas/models.ts';

export interface StateSentence {
  readonly title: string;
  readonly text: string;
}

type Kind = ProviderState['kind'];
type OfKind<K extends Kind> = Extract<ProviderState, { kind: K }>;
type Sentences = { readonly [K in Kind]?: (state: OfKind<K>, provider: ModelProvider) => StateSentence };

/** Of those that nothing needs saying about there is none. */
const sentences: Sentences = {
  off: () => ({ title: t('Switched off by you'), text: t('Nobody is answered by it until you switch it on.') }),
  'not-running': (_, provider) => notRunning(provider),
  'timed-out': (_, provider) => ({
    title: t('Timed out'),
    text: t('{address} did not answer in time. Check that machine and the network, or give it longer under Limits.', {
      address: addressOf(provider),
    }),
  }),
  'key-missing': () => ({
    title: t('It needs a key'),
    text: t('It answers nobody without one. Enter it under Config.'),
  }),
  'key-refused': ({ status }) => ({
    title: t('Key refused'),
    text: t('The key was refused ({status}). Enter another, or check it at the provider.', { status: String(status) }),
  }),
  'rate-limited': ({ until }) => ({
    title: t('Rate limit'),
    text: t('It asked to be left alone until {time}; it is asked again then.', { time: formatClock(until) }),
  }),
  failed: ({ why }) => ({ title: t('It failed'), text: reasonWords(why) }),
  crashed: ({ why }) => ({
    title: t('It crashed'),
    text: t('{reason} It starts again when it is asked.', { reason: reasonWords(why) }),
  }),
  'not-downloaded': () => ({
    title: t('Not downloaded'),
    text: t('The browser has this model and has not downloaded it. It is some gigabytes, and is fetched once you ask.'),
  }),
  unapproved: () => ({
    title: t('Waits for your approval'),
    text: t('This file is run as a program on your machine once you have approved it.'),
  }),
  'file-changed': changed,
};

/** Null where nothing needs saying. */
export function stateSentence(provider: ModelProvider): StateSentence | null {
  const { state } = provider;
  const sentence = sentences[state.kind] as ((state: ProviderState, of: ModelProvider) => StateSentence) | undefined;
  return sentence?.(state, provider) ?? null;
}

function addressOf({ baseUrl, name }: ModelProvider): string {
  return baseUrl ?? name;
}

function notRunning(provider: ModelProvider): StateSentence {
  return provider.type === 'chrome'
    ? { title: t('Its browser is not here'), text: t('It answers as long as its browser is connected.') }
    : {
        title: t('Not running'),
        text: t('Nobody listens at {address}. Start it there, then check again.', { address: addressOf(provider) }),
      };
}

function changed(
  { what }: Extract<ProviderState, { kind: 'file-changed' }>,
  { program }: ModelProvider,
): StateSentence {
  if (what === 'engine')
    return {
      title: t('Its llama-server has changed'),
      text: t(
        'It is another program than you approved to read this file. It is not started before you have approved it.',
      ),
    };
  if (what === 'walls')
    return {
      title: t('Its sandbox is gone'),
      text: t(
        'You approved it to run in a sandbox, and there is none now. It is not started before you have approved that.',
      ),
    };
  return fileChanged(program?.approvedAt ?? null);
}

function fileChanged(approvedAt: number | null): StateSentence {
  return {
    title: t('The file has changed'),
    text:
      approvedAt === null
        ? t('It is another file than you approved. It is not started before you have approved this one.')
        : t('It is another file than you approved on {time}. It is not started before you have approved this one.', {
            time: formatMoment(approvedAt).slice(0, 16),
          }),
  };
}
