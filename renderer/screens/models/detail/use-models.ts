// The models of one provider, asked again when it lists others.
import { type RequestState, useRequest } from '../../../parts/use-request.ts';
import type { Model, ModelProvider } from '../../../../contract/schemas/models.ts';

export type ModelsAnswer = RequestState<readonly Model[]>;

/** What it can do is also learnt from an answer, so each call asks anew. */
export function useModels({ id, modelCount, checkedAt, defaultModel, today }: ModelProvider): ModelsAnswer {
  return useRequest([id, modelCount, checkedAt, defaultModel, today.calls].join(' '), async link => {
    const { models } = await link.request('models:list', { providerId: id });
    return models;
  });
}
