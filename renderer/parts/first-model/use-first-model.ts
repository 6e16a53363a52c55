// Takes a model into use for Chat: adds who provides it where that is not among the providers yet.
import { useState } from 'react';
import { providerFacts } from '../../../contract/models.ts';
import { visibleText } from '../../../contract/visible-text.ts';
import { t } from '../../words/language.ts';
import { useAct } from '../panel-context.tsx';
import type { FoundModels, ModelProvider } from '../../../contract/schemas/models.ts';

export function useFirstModel() {
  const act = useAct();
  const [busy, setBusy] = useState(false);
  const whileBusy = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const choose = (providerId: string, model: string) =>
    act(
      'models:choose',
      { key: { kind: 'use', use: 'chat' }, model: { providerId, model } },
      t('Chat uses {model}.', { model: visibleText(model) }),
    );
  const add = async (found: FoundModels): Promise<string | undefined> => {
    if (found.providerId !== null) return found.providerId;
    if (found.type === 'chrome') return undefined;
    const { type, name } = found;
    const answer = await act('models:add', { type, name, baseUrl: addressOf(found) });
    return answer?.provider.id;
  };
  return {
    busy,
    /** Adds it and chooses nothing. */
    add: (found: FoundModels) => whileBusy(() => add(found)),
    takeProvider: (providerId: string, model: string) => whileBusy(() => choose(providerId, model)),
    takeFound: (found: FoundModels, model: string) =>
      whileBusy(async () => {
        const providerId = await add(found);
        if (providerId !== undefined) await choose(providerId, model);
      }),
    download: ({ id, name }: Pick<ModelProvider, 'id' | 'name'>) =>
      whileBusy(() => act('models:download', { providerId: id }, t('{name} is downloaded by its browser.', { name }))),
  };
}

/** Where it answered; ways that differ from the usual one of its type are its own. */
function addressOf({ type, port }: FoundModels): string {
  const usual = providerFacts[type].baseUrl;
  return usual !== null && new URL(usual).port === String(port) ? usual : `http://127.0.0.1:${port}/v1`;
}
