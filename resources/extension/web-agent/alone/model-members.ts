// window.ai while no hub is there: texts of the browser's own model, where it has one.
import { hasOwnModel, ownModelState } from '../../own-model.ts';
import { PageFault } from '../page-fault.ts';
import { textOf } from './asked-alone.ts';
import { hubMissing } from './hub-missing.ts';
import { askedPrompts, firstPrompts, type OwnModelSessions } from './own-model-sessions.ts';
import type { AloneHandlers } from './alone-handlers.ts';
import type { AskedAlone } from './asked-alone.ts';
import type { HubState } from './hub-missing.ts';

/** What Chrome's first Prompt API says of a model, by what the one of today says. */
const availability: Readonly<Record<string, string>> = {
  available: 'readily',
  downloadable: 'after-download',
  downloading: 'after-download',
};
const sampling = { defaultTemperature: 1, defaultTopK: 40, maxTopK: 100 } as const;

export async function ownAvailability(): Promise<string> {
  return availability[(await ownModelState()).state] ?? 'no';
}

/** Throws what says what is missing. Asked before the user is: there is nothing to allow then. */
export async function expectOwnModel({ type }: AskedAlone, state: HubState): Promise<void> {
  if (!hasOwnModel()) throw hubMissing(type, state, ', and this browser has no model of its own');
  const { state: own } = await ownModelState();
  if (own === 'available') return;
  const also = `, and the model of this browser is not there yet (${own})`;
  if (own === 'unavailable') throw hubMissing(type, state, ', and this browser cannot run its own model');
  throw hubMissing(type, state, also);
}

export function modelMembers(sessions: OwnModelSessions): AloneHandlers {
  const create = async ({ document, payload }: AskedAlone) => sessions.open(document, firstPrompts(payload));
  const ask = (asked: AskedAlone, tell: (text: string) => void) => {
    const input = askedPrompts(asked.payload.input);
    const { document, signal } = asked;
    return sessions.ask({ document, id: sessionOf(asked), input, signal }, tell);
  };
  return {
    'ai.canCreateTextSession': () => ownAvailability(),
    'ai.languageModel.capabilities': async () => {
      const available = await ownAvailability();
      return available === 'no'
        ? { available }
        : { available, ...sampling, providers: { harbor: false, chrome: true } };
    },
    'ai.runtime.getBest': async () => ((await ownAvailability()) === 'readily' ? 'chrome' : null),
    'ai.runtime.getCapabilities': async () => ({
      firefox: null,
      chrome: (await ownAvailability()) === 'readily' ? { available: true } : null,
      harbor: { available: false, bridgeConnected: false, providers: [] },
    }),
    'ai.providers.list': async () => (hasOwnModel() ? [ownProvider((await ownAvailability()) === 'readily')] : []),
    'ai.providers.getActive': async () => ({
      provider: (await ownAvailability()) === 'readily' ? 'chrome' : null,
      model: null,
    }),
    'ai.createTextSession': create,
    'ai.languageModel.create': create,
    'session.prompt': asked => ask(asked, () => {}),
    'session.promptStreaming': async asked => {
      await ask(asked, token => asked.tell({ type: 'token', token }));
      return null;
    },
    'session.clone': asked => sessions.clone(asked.document, sessionOf(asked)),
    'session.destroy': async asked => {
      await sessions.destroy(asked.document, textOf(asked, 'sessionId', 200));
      return null;
    },
  };
}

/** One that is the hub's ends with its connection. */
function sessionOf(asked: AskedAlone): string {
  const id = textOf(asked, 'sessionId', 200);
  if (id.startsWith('own-')) return id;
  throw new PageFault(
    'ERR_SESSION_NOT_FOUND',
    `There is no session ${JSON.stringify(id)} while Pilothouse is not connected; create a new one.`,
  );
}

function ownProvider(available: boolean) {
  return {
    ...{ id: 'chrome', type: 'chrome', name: 'Chrome', available, isDefault: available, is_default: available },
    ...{ baseUrl: '', models: [], supportsTools: false, supportsStreaming: true, isNative: true, runtime: 'chrome' },
    ...{ configured: true, needs_api_key: false, has_api_key: false, is_local: true },
  };
}
