// How what is always there reaches the fleet, once a part that speaks NATS has begun.

export interface FleetPublisher {
  /**
   * Puts it in the place of what is published now. Rejects with HubError where that is no older, another one came meanwhile, or the fleet
   * does not answer.
   */
  publish(envelope: string, version: number): Promise<void>;
  /** What is kept of the published ones, the oldest first. */
  history(): Promise<string[]>;
}
