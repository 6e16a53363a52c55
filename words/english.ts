// What the hub says, in English: for agents, logs and programs, and for readers of English.
import { addingWords } from './en/adding.ts';
import { agentConfigWords } from './en/agent-configs.ts';
import { agentWords } from './en/agents.ts';
import { browserWords } from './en/browsers.ts';
import { bundleWords } from './en/bundles.ts';
import { catalogueWords } from './en/catalogue.ts';
import { chatWords } from './en/chat.ts';
import { commandWords } from './en/commands.ts';
import { desktopWords } from './en/desktop.ts';
import { doctorWords } from './en/doctor.ts';
import { failureWords } from './en/failures.ts';
import { fleetGatewayWords } from './en/fleet-gateway.ts';
import { fleetLinkWords } from './en/fleet-link.ts';
import { fleetOutboxWords } from './en/fleet-outbox.ts';
import { fleetPanelWords } from './en/fleet-panel.ts';
import { fleetPolicyWords } from './en/fleet-policy.ts';
import { fleetSharedWords } from './en/fleet-shared.ts';
import { harborBWords } from './en/harbor-b.ts';
import { harborImportWords } from './en/harbor-import.ts';
import { hubWords } from './en/hub.ts';
import { importWords } from './en/imports.ts';
import { installWords } from './en/installs.ts';
import { manifestWords } from './en/manifests.ts';
import { modelWords } from './en/models.ts';
import { oauthWords } from './en/oauth.ts';
import { pluginWords } from './en/plugins.ts';
import { policyWords } from './en/policy.ts';
import { programWords } from './en/programs.ts';
import { refusalWords } from './en/refusals.ts';
import { requestWords } from './en/requests.ts';
import { ruleChangeWords } from './en/rule-changes.ts';
import { serverFailureWords } from './en/server-failures.ts';
import { serverWords } from './en/servers.ts';
import { setupWords } from './en/setup.ts';
import { siteWords } from './en/sites.ts';
import { telemetryWords } from './en/telemetry.ts';
import { traceQueryWords } from './en/trace-queries.ts';
import { valueWords } from './en/values.ts';
import { reasonText } from './reason.ts';
import type { Reason } from '../contract/reasons.ts';
import type { ReasonWords } from './reason.ts';

export const english: ReasonWords = {
  and: ' and ',
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

export function inEnglish(reason: Reason): string {
  return reasonText(english, reason);
}
