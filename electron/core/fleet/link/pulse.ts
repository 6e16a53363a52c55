// Whether the server of a connection still answers: asked again and again, because a network that drops everything closes nothing.
import type { NatsConnection } from '@nats-io/transport-node';

export interface PulseOptions {
  onRoundTrip(ms: number): void;
  /** Asked for several beats, and no answer. Told once for each question. */
  onSilence(): void;
}

const beatMs = 2_500;
/** Of this many beats one is told. */
const toldOf = 6;
/** So many beats rather than a time: a machine that slept or was busy is no silent server. */
const silentBeats = 4;

/** Returns the function that ends it. */
export function followPulse(connection: Pick<NatsConnection, 'rtt'>, { onRoundTrip, onSilence }: PulseOptions) {
  let [beats, unanswered, ended] = [0, 0, false];
  const ask = async () => {
    try {
      const ms = await connection.rtt();
      if (!ended && beats % toldOf === 1) onRoundTrip(ms);
    } catch {
      // Offline; that is told elsewhere.
    }
    unanswered = 0;
  };
  const beat = () => {
    if (unanswered === 0) {
      beats += 1;
      void ask();
    }
    unanswered += 1;
    if (unanswered === silentBeats) onSilence();
  };
  beat();
  const timer = setInterval(beat, beatMs);
  return () => {
    ended = true;
    clearInterval(timer);
  };
}
