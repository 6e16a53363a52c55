// The models of all providers by name, for lists to choose from; asked again when one of them lists others.
import { useSnapshot } from '../../../parts/panel-context.tsx';
import { useRequest } from '../../../parts/use-request.ts';
import { providersInOrder } from '../../../store/models.ts';
import type { ModelRef } from '../../../../contract/schemas/models.ts';

/** Empty until they are known. */
export function useAllModels(): readonly ModelRef[] {
  const { modelProviders } = useSnapshot();
  const listed = providersInOrder(modelProviders).filter(({ modelCount }) => (modelCount ?? 0) > 0);
  const key = listed.map(({ id, modelCount, defaultModel }) => [id, modelCount, defaultModel].join(' ')).join('\n');
  const asked = useRequest(key, async link => {
    const answers = await Promise.all(listed.map(({ id }) => link.request('models:list', { providerId: id })));
    return answers.flatMap(({ models }, at) =>
      models.map(({ name }) => ({ providerId: listed[at]?.id ?? '', model: name })),
    );
  });
  return asked.kind === 'there' ? asked.value : [];
}
