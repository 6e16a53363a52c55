// llm_*_local and the download of models: programs that the user pointed to, and Chrome's own model. Nothing else is downloaded here.
import { providerNamed } from '../b/llm-names.ts';
import { extensionPolicy, Fault, failingAs, messageOf, needText, resultOf } from './asked.ts';
import { changedWhenConfirmed } from './confirmed.ts';
import type { ModelProvider } from '../../../../contract/schemas/models.ts';
import type { Answer, Asked, Family } from './asked.ts';
import type { HarborAServices } from './harbor-a-services.ts';
import type { LlmProviders } from './llm-providers.ts';

const noDownload =
  'Pilothouse downloads no models. Download a llamafile or GGUF file yourself and add it in Pilothouse under Models, or use Ollama.';

export function llmSetupFamily(services: HarborAServices, providers: LlmProviders): Family {
  const programs = () => providers.rows().filter(({ program }) => program !== null);
  return {
    llm_setup_status: failingAs('llm_error', async () => {
      await providers.look();
      const status = statusOf(providers, programs());
      // The extension reads `status`; a later bridge of the same wire told its fields as they are.
      return { ...status, status };
    }),
    llm_download_model: asked => download(services, asked),
    llm_delete_model: () => {
      throw new Fault(
        'llm_error',
        'Models are files of yours: delete them yourself, or remove them in Pilothouse under Models.',
      );
    },
    llm_start_local: async asked => {
      const modelId = needText(asked, 'model_id');
      const row = programs().find(({ id, name }) => id === modelId || name === modelId);
      if (!row) throw new Fault('start_error', `No such model: ${modelId.slice(0, 200)}. ${noDownload}`);
      try {
        await used(services, asked, row, () => services.models.start(row.id));
      } catch (error) {
        throw new Fault('start_error', messageOf(error));
      }
      return { success: true, url: services.models.parts.registry.row(row.id).baseUrl, modelId };
    },
    llm_stop_local: failingAs('stop_error', async asked => {
      const running = programs().filter(isRunning);
      for (const row of running) await used(services, asked, row, () => services.models.stop(row.id));
      return { stopped: running.length > 0 };
    }),
  };
}

function isRunning({ state }: ModelProvider): boolean {
  return state.kind === 'running' || state.kind === 'loading';
}

function statusOf(providers: LlmProviders, programs: readonly ModelProvider[]): Answer {
  const local = providers.rows().filter(({ isLocal }) => isLocal);
  const running = local.find(({ state }) => state.kind === 'ready' || state.kind === 'running');
  const rows = programs.map(row => ({
    id: row.id,
    name: row.name,
    description: row.program?.path ?? '',
    size: row.program?.bytes ?? 0,
    downloaded: true,
  }));
  return {
    available: running !== undefined,
    runningProvider: running ? providers.wireId(running.id) : null,
    runningUrl: running?.baseUrl ?? null,
    ...(running?.type === 'ollama' && { ollamaInfo: ollamaOf(providers.status(running)) }),
    downloadedModels: rows.map(({ id }) => id),
    activeModel: providers.active()?.model ?? null,
    availableModels: rows,
  };
}

function ollamaOf({ version = null, supportsTools }: Answer): Answer {
  return { version, supportsTools };
}

/** Who may ask models may have their program started and stopped. */
async function used(
  { agentServices }: HarborAServices,
  asked: Asked,
  { id }: ModelProvider,
  act: () => Promise<void>,
): Promise<void> {
  const what = { kind: 'at-model', model: id } as const;
  const use = {
    scope: 'model:prompt',
    id: 'models/program',
    what,
    params: asked.fields,
    request: asked.request,
  } as const;
  const answer = await agentServices.router.use(
    asked.agent,
    { ...use, policy: extensionPolicy },
    async expectAllowed => {
      expectAllowed();
      await act();
    },
  );
  resultOf(asked, answer);
}

/** Chrome alone has one to download, once its user agrees; how that comes on is news. */
async function download(services: HarborAServices, asked: Asked): Promise<Answer> {
  const { models, platform } = services;
  const modelId = needText(asked, 'model_id');
  const id = providerNamed(models, modelId);
  const row = id === null ? null : models.parts.registry.row(id);
  if (row?.type !== 'chrome') throw new Fault('llm_error', noDownload);
  const what = { kind: 'harbor-models-set', method: asked.type, about: row.name } as const;
  await changedWhenConfirmed(services, asked, what, async () => {});
  const tell = (status: string, more: Answer) =>
    asked.tell('status_update', { category: 'llm_download', status, timestamp: platform.now(), modelId, ...more });
  const unfollow = services.state.subscribe(({ changes }) => {
    if (!changes.some(change => change.collection === 'modelProviders' && change.id === row.id)) return;
    // It may have been removed meanwhile.
    const now = models.parts.registry.find(row.id) ? models.parts.registry.row(row.id).state : null;
    if (now?.kind === 'downloading') return tell('downloading', { percent: now.percent });
    unfollow();
    if (now?.kind === 'ready') tell('complete', { percent: 100 });
    else tell('error', { error: 'The browser has not brought the model.' });
  });
  await models.download(row.id).catch((error: unknown) => {
    unfollow();
    throw new Fault('llm_error', messageOf(error));
  });
  return { started: true, modelId };
}
