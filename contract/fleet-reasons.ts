// All that is said of a fleet: each of its parts has a file of its own.
import type { FleetLinkReasons } from './fleet-link-reasons.ts';
import type { FleetOutboxReasons } from './fleet-outbox-reasons.ts';
import type { FleetPanelReasons } from './fleet-panel-reasons.ts';

export interface FleetReasons extends FleetLinkReasons, FleetOutboxReasons, FleetPanelReasons {}
