// One answer of one model by its provider's wire.
import { providerFacts } from '../../../../contract/models.ts';
import { hubError } from '../../../../words/hub-error.ts';
import { callOptions } from './call-options.ts';
import { modelEvents } from './model-events.ts';
import { openLanguageModel } from './open-language-model.ts';
import { ToolNames } from './tool-names.ts';
import type { ProviderRecord } from '../../../../contract/schemas/model-records.ts';
import type { ModelEvent, ModelRequest } from '../model-answer.ts';
import type { ModelAccess } from './open-language-model.ts';

/** Throws HubError where a provider answers nobody without a key and has none. */
export function expectKey({ type, name }: Pick<ProviderRecord, 'type' | 'name'>, key: string | null): void {
  if (key === null && providerFacts[type].key === 'needed')
    throw hubError('ERR_MODEL_FAILED', { kind: 'model-key-missing', provider: name });
}

/** What a provider is told of a request. */
export type AskedOfModel = Omit<ModelRequest, 'model' | 'use' | 'asker'>;

/** Throws HubError, and what the request's signal was aborted with. */
export async function* askModel(
  access: ModelAccess,
  model: string,
  asked: AskedOfModel,
): AsyncGenerator<Exclude<ModelEvent, { kind: 'started' }>> {
  const called = asked.messages.flatMap(message =>
    message.role === 'assistant' ? message.toolCalls.map(({ name }) => name) : [],
  );
  const names = new ToolNames([...(asked.tools ?? []).map(({ name }) => name), ...called]);
  const opened = await openLanguageModel(access, model);
  yield* modelEvents(opened, callOptions(asked, access.type, names), { provider: access.provider, names });
}
