// What the panel asks about origins whose pages use the Web Agent API, and what its user decides about them.
import { hubError } from '../../../words/hub-error.ts';
import { tickTool } from '../sites/tick-tool.ts';
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { Models } from '../models/models.ts';
import type { GrantRegistry } from '../permissions/grant-registry.ts';
import type { SiteQuestions } from '../sites/site-questions.ts';
import type { SiteServers } from '../sites/site-servers.ts';
import type { SiteSettings } from '../sites/site-settings.ts';
import type { StatePublisher } from '../state/publisher.ts';

export interface SiteServices {
  readonly siteSettings: SiteSettings;
  readonly siteQuestions: SiteQuestions;
  readonly models: Models;
  readonly siteServers: Pick<SiteServers, 'open'>;
  readonly grants: GrantRegistry;
  readonly state: Pick<StatePublisher, 'get'>;
}

const usageDays = 7;

export function createSiteHandlers(services: SiteServices) {
  const { siteSettings, siteQuestions, siteServers, models, grants, state } = services;
  return {
    'sites:set': ({ origin, ...change }) => done(siteSettings.set(origin, change)),
    'sites:rules': ({ change }) => done(siteSettings.setRules(change)),
    'sites:forget': ({ origin }) => done(siteSettings.forget(origin)),
    'sites:tick': ({ origin, toolId, on }) =>
      done(tickTool({ grants, tool: id => state.get('tools', id) }, origin, toolId, on)),
    'sites:answer': answer => done(siteQuestions.answer(answer)),
    'sites:open-server': async ({ serverId, open }) => {
      const hash = state.get('servers', serverId)?.hash;
      if (hash === undefined || !(await siteServers.open(serverId, open, hash)))
        throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-server', server: serverId });
      return {};
    },
    'sites:usage': async ({ origin = null }) => {
      const rows = await models.parts.usage.list(usageDays, null);
      const isMeant = ({ asker }: (typeof rows)[number]) =>
        asker.kind === 'origin' && (origin === null || asker.id === origin);
      return { usage: rows.filter(isMeant) };
    },
  } satisfies Partial<PanelHandlers>;
}
