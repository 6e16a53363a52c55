// Requests of the panel that the command line makes too, with the same params and results.
import { panelRequests } from './panel-requests.ts';

/** Which of them wait for the user is said in electron/core/cli/widening-requests.ts. */
const shared = [
  'agent-configs:connect',
  'agent-configs:disconnect',
  'agent-configs:list',
  'agent-configs:preview',
  'agent-configs:restore',
  'bundles:drop',
  'bundles:open',
  'catalogue:add-source',
  'catalogue:change-source',
  'catalogue:entry',
  'catalogue:refresh',
  'catalogue:remove-source',
  'catalogue:search',
  'catalogue:stop-refresh',
  'clients:set-listing',
  'clients:set-sees-hub',
  'clients:tool-costs',
  'fleet:at-hand',
  'fleet:new-key',
  'fleet:policy',
  'fleet:policy-narrows',
  'fleet:policy-versions',
  'fleet:publish-policy',
  'fleet:sign-and-publish',
  'fleet:sign-policy',
  'fleet:join',
  'fleet:leave',
  'fleet:rename',
  'fleet:set-shows',
  'fleet:share',
  'fleet:unshare',
  'fleet:use',
  'fleet:unuse',
  'fleet:set-signers',
  'fleet:read',
  'fleet:retention',
  'fleet:set-outbox',
  'hub:set-mode',
  'installs:begin',
  'installs:cancel',
  'installs:plan',
  'installs:resume',
  'installs:stop',
  'plugins:forget',
  'plugins:set-enabled',
  'policy:refresh',
  'prometheus:get',
  'prometheus:new-token',
  'prometheus:set',
  'telemetry:get',
  'telemetry:set',
  'telemetry:try',
  'secrets:list',
  'secrets:remove',
  'secrets:set',
  'servers:add',
  'servers:approve',
  'servers:config',
  'servers:found',
  'servers:import',
  'servers:import-preview',
  'servers:logs',
  'servers:remove',
  'servers:restart',
  'servers:set',
  'servers:start',
  'servers:stop',
  'servers:usage',
  'sites:rules',
  'sites:set',
  'tools:call',
  'tools:set',
  'trace:window',
] as const;

export type SharedRequestName = (typeof shared)[number];

type SharedQuestions = {
  readonly [N in SharedRequestName]: {
    readonly params: (typeof panelRequests)[N]['params'];
    readonly answer: (typeof panelRequests)[N]['result'];
  };
};

export const sharedQuestions = Object.fromEntries(
  shared.map(name => [name, { params: panelRequests[name].params, answer: panelRequests[name].result }]),
) as unknown as SharedQuestions;
