// What the panel asks about plugins, and what its user decides about them.
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { PanelServices } from './panel-services.ts';

type PluginRequest = Extract<keyof PanelHandlers, `plugins:${string}`>;

export function createPluginHandlers({ plugins }: Pick<PanelServices, 'plugins'>): Pick<PanelHandlers, PluginRequest> {
  return {
    'plugins:get': ({ pluginId }) => plugins.detail(pluginId),
    'plugins:ping': async ({ pluginId }) => ({ ms: await plugins.ping(pluginId) }),
    'plugins:list-tools': ({ pluginId }) => done(plugins.listTools(pluginId)),
    'plugins:set-enabled': ({ pluginId, on }) => done(plugins.setEnabled(pluginId, on)),
    'plugins:set-offered': ({ pluginId, on }) => done(plugins.setOffered(pluginId, on)),
    'plugins:forget': ({ pluginId }) => done(plugins.forget(pluginId)),
    'plugins:set-only-listed': ({ on }) => done(plugins.setOnlyListed(on)),
    'plugins:allow': ({ pluginId }) => done(plugins.allow(pluginId)),
    'plugins:disallow': ({ pluginId }) => done(plugins.disallow(pluginId)),
  };
}
