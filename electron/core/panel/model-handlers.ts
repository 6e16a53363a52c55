// What the panel asks of models.
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Models } from '../models/models.ts';
import type { PanelTests } from './panel-model-tests.ts';

export interface ModelServices {
  readonly models: Models;
  readonly modelTests: PanelTests;
  /** Where logs of model programs lie. */
  modelLog(providerId: string, count: number): ReturnType<PanelHandlers['models:log']>;
}

export function createModelHandlers({ models, modelTests, modelLog }: ModelServices) {
  const { registry, choices, programs, usage } = models.parts;
  const rowAfter = async (providerId: string, work: Promise<unknown>) => {
    await work;
    return { provider: registry.row(providerId) };
  };
  return {
    'models:look': () => models.look(),
    'models:add': async params => ({ provider: registry.row((await models.add(params)).id) }),
    'models:add-program': async ({ path, name, engine = null, context }) => {
      const given = { path, engine, context, name: name ?? nameOfFile(path) };
      return { provider: registry.row((await programs.add(given)).id) };
    },
    'models:approve': ({ providerId, ...shown }) => rowAfter(providerId, programs.approve(providerId, shown)),
    'models:set': ({ providerId, ...change }) => rowAfter(providerId, models.set(providerId, change)),
    'models:remove': ({ providerId }) => done(models.remove(providerId)),
    'models:check': ({ providerId }) => rowAfter(providerId, models.check(providerId)),
    'models:list': ({ providerId }) => ({ models: models.list(providerId) }),
    'models:choose': ({ key, model }) => done(choices.choose(key, model)),
    'models:test': (params, asker) => modelTests.run(params, asker),
    'models:stop-test': ({ testId }, asker) => done(modelTests.stop(testId, asker)),
    'models:tests': ({ providerId }) => ({ tests: models.parts.tests.of(providerId) }),
    'models:start': ({ providerId }) => rowAfter(providerId, models.start(providerId)),
    'models:stop': ({ providerId }) => rowAfter(providerId, models.stop(providerId)),
    'models:restart': ({ providerId }) => rowAfter(providerId, models.restart(providerId)),
    'models:log': ({ providerId, count }) => modelLog(registry.get(providerId).id, count),
    'models:download': ({ providerId }) => rowAfter(providerId, models.download(providerId)),
    'models:usage': async ({ days, providerId = null }) => ({ usage: await usage.list(days, providerId) }),
    'models:prices': () => ({ currency: usage.prices.currency, prices: [...usage.prices.prices] }),
    'models:set-price': ({ price, ...model }) => done(usage.setPrice(model, price)),
    'models:set-currency': ({ currency }) => done(usage.setCurrency(currency)),
  } satisfies Partial<PanelHandlers>;
}

/** `qwen2.5-7b-instruct-q4.llamafile` is called what it is. */
function nameOfFile(path: string): string {
  const file = path.split(/[\\/]/).at(-1) ?? path;
  return file.replace(/\.(llamafile|gguf|exe)$/i, '').slice(0, 60) || path.slice(0, 60);
}
