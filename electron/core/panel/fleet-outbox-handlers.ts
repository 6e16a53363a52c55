// What the panel and the command line ask of the fleet's streams, and how it is set what is sent there.
import { FleetOutboxSettingsSchema } from '../../../contract/schemas/fleet-outbox.ts';
import { hubError } from '../../../words/hub-error.ts';
import type { FleetState } from '../../../contract/schemas/fleet.ts';
import type {
  FleetKept,
  FleetOutboxSettings,
  FleetPage,
  FleetRead,
  FleetRetention,
} from '../../../contract/schemas/fleet-outbox.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { SettingsTable } from '../store/settings-table.ts';

/** The streams, while this hub is in a fleet. */
export interface FleetStreams {
  read(ask: FleetRead): Promise<FleetPage>;
  keep(retention: FleetRetention): Promise<FleetKept>;
  /** What is sent from now on is set otherwise. */
  settingsChanged(): Promise<void>;
}

const settingsKey = 'fleet-outbox';

/** Joins what asks with the part of the fleet that answers, which is loaded only in one. */
export class FleetOutboxAccess {
  readonly #settings: Pick<SettingsTable, 'get' | 'set'>;
  readonly #fleet: () => Pick<FleetState, 'state'> | null | undefined;
  /** Null while the hub is in no fleet. */
  streams: FleetStreams | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `fleet`: how the hub stands to it; null where it is in none. */
  constructor(
    settings: Pick<SettingsTable, 'get' | 'set'>,
    fleet: () => Pick<FleetState, 'state'> | null | undefined = () => null,
  ) {
    this.#settings = settings;
    this.#fleet = fleet;
  }

  get joined(): FleetStreams {
    const fleet = this.#fleet();
    if (!fleet && !this.streams) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'fleet-none' });
    const so = fleet?.state ?? 'online';
    if (so === 'online' && this.streams) return this.streams;
    // Its parts begin one after the other.
    throw hubError('ERR_SERVER_UNAVAILABLE', { kind: 'fleet-not-online', so: so === 'online' ? 'joining' : so });
  }

  async settings(): Promise<FleetOutboxSettings> {
    return (await this.#settings.get(settingsKey, FleetOutboxSettingsSchema)) ?? FleetOutboxSettingsSchema.parse({});
  }

  /** One after the other: each changes what it names, and nothing that another one has set meanwhile. */
  change(change: Partial<FleetOutboxSettings>): Promise<FleetOutboxSettings> {
    const done = this.#last.then(async () => {
      const next = FleetOutboxSettingsSchema.parse({ ...(await this.settings()), ...change });
      await this.#settings.set(settingsKey, next);
      await this.streams?.settingsChanged();
      return next;
    });
    this.#last = done.catch(() => {});
    return done;
  }
}

export interface FleetOutboxServices {
  readonly fleetOutbox: FleetOutboxAccess;
}

export function createFleetOutboxHandlers({ fleetOutbox }: FleetOutboxServices) {
  return {
    'fleet:read': ask => fleetOutbox.joined.read(ask),
    'fleet:retention': retention => fleetOutbox.joined.keep(retention),
    'fleet:set-outbox': change => fleetOutbox.change(change),
  } satisfies Partial<PanelHandlers>;
}
