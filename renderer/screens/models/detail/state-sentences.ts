// The state of a provider in one sentence with its remedy, for the block at the head of its detail.
import { formatClock, formatMoment } from '../../../words/format.ts';
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';

export interface StateSentence {
  readonly title: string;
  readonly text: string;
}

/** Null where nothing needs saying. */
export function stateSentence(provider: ModelProvider): StateSentence | null {
  const { state, name, baseUrl } = provider;
  const address = baseUrl ?? name;
  switch (state.kind) {
    case 'off':
      return { title: t('Switched off by you'), text: t('Nobody is answered by it until you switch it on.') };
    case 'not-running':
      return provider.type === 'chrome'
        ? { title: t('Its browser is not here'), text: t('It answers as long as its browser is connected.') }
        : {
            title: t('Not running'),
            text: t('Nobody listens at {address}. Start it there, then check again.', { address }),
          };
    case 'timed-out':
      return {
        title: t('Timed out'),
        text: t(
          '{address} did not answer in time. Check that machine and the network, or give it longer under Limits.',
          {
            address,
          },
        ),
      };
    case 'key-missing':
      return { title: t('It needs a key'), text: t('It answers nobody without one. Enter it under Config.') };
    case 'key-refused':
      return {
        title: t('Key refused'),
        text: t('The key was refused ({status}). Enter another, or check it at the provider.', {
          status: String(state.status),
        }),
      };
    case 'rate-limited':
      return {
        title: t('Rate limit'),
        text: t('It asked to be left alone until {time}; it is asked again then.', { time: formatClock(state.until) }),
      };
    case 'failed':
      return { title: t('It failed'), text: reasonWords(state.why) };
    case 'crashed':
      return {
        title: t('It crashed'),
        text: t('{reason} It starts again when it is asked.', { reason: reasonWords(state.why) }),
      };
    case 'not-downloaded':
      return {
        title: t('Not downloaded'),
        text: t(
          'The browser has this model and has not downloaded it. It is some gigabytes, and is fetched once you ask.',
        ),
      };
    default:
      return programSentence(provider);
  }
}

/** Of the file of a program that waits for its user. */
function programSentence({ state, program }: ModelProvider): StateSentence | null {
  if (state.kind === 'unapproved')
    return {
      title: t('Waits for your approval'),
      text: t('This file is run as a program on your machine once you have approved it.'),
    };
  if (state.kind !== 'file-changed') return null;
  const approvedAt = program?.approvedAt ?? null;
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
