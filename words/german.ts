// What the hub says, in German, for the panel, the tray, notifications and the command line.
import { addingWords } from './de/adding.ts';
import { agentConfigWords } from './de/agent-configs.ts';
import { agentWords } from './de/agents.ts';
import { browserWords } from './de/browsers.ts';
import { bundleWords } from './de/bundles.ts';
import { catalogueWords } from './de/catalogue.ts';
import { chatWords } from './de/chat.ts';
import { commandWords } from './de/commands.ts';
import { desktopWords } from './de/desktop.ts';
import { doctorWords } from './de/doctor.ts';
import { failureWords } from './de/failures.ts';
import { fleetGatewayWords } from './de/fleet-gateway.ts';
import { fleetLinkWords } from './de/fleet-link.ts';
import { fleetOutboxWords } from './de/fleet-outbox.ts';
import { fleetPanelWords } from './de/fleet-panel.ts';
import { fleetPolicyWords } from './de/fleet-policy.ts';
import { fleetSharedWords } from './de/fleet-shared.ts';
import { harborBWords } from './de/harbor-b.ts';
import { harborImportWords } from './de/harbor-import.ts';
import { hubWords } from './de/hub.ts';
import { importWords } from './de/imports.ts';
import { installWords } from './de/installs.ts';
import { manifestWords } from './de/manifests.ts';
import { modelWords } from './de/models.ts';
import { oauthWords } from './de/oauth.ts';
import { pluginWords } from './de/plugins.ts';
import { policyWords } from './de/policy.ts';
import { programWords } from './de/programs.ts';
import { refusalWords } from './de/refusals.ts';
import { requestWords } from './de/requests.ts';
import { ruleChangeWords } from './de/rule-changes.ts';
import { serverFailureWords } from './de/server-failures.ts';
import { serverWords } from './de/servers.ts';
import { setupWords } from './de/setup.ts';
import { siteWords } from './de/sites.ts';
import { telemetryWords } from './de/telemetry.ts';
import { traceQueryWords } from './de/trace-queries.ts';
import { valueWords } from './de/values.ts';
import type { ReasonWords } from './reason.ts';

export const german: ReasonWords = {
  and: ' und ',
  texts: {
    ...addingWords,
    ...agentConfigWords,
    ...agentWords,
    ...catalogueWords,
    ...chatWords,
    ...commandWords,
    ...browserWords,
    ...bundleWords,
    ...fleetPanelWords,
    ...desktopWords,
    ...doctorWords,
    ...failureWords,
    ...fleetLinkWords,
    ...harborImportWords,
    ...hubWords,
    ...importWords,
    ...installWords,
    ...manifestWords,
    ...modelWords,
    ...pluginWords,
    ...oauthWords,
    ...fleetGatewayWords,
    ...setupWords,
    ...fleetSharedWords,
    ...fleetPolicyWords,
    ...policyWords,
    ...programWords,
    ...refusalWords,
    ...requestWords,
    ...ruleChangeWords,
    ...serverFailureWords,
    ...serverWords,
    ...harborBWords,
    ...fleetOutboxWords,
    ...telemetryWords,
    ...siteWords,
    ...traceQueryWords,
    ...valueWords,
    foreign: '{text}',
    several: '{reasons}',
  },
};
