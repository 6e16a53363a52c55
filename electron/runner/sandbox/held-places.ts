// Files and folders held by open descriptors, from the moment that they are known to be the ones that were meant until they are mounted:
// another server that may write beside them cannot put a link in their place any more. Linux only.
import { closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs';
import { connect, Socket } from 'node:net';

/** open(2): stands for a place without reading it, so also for one that may not be read. Node has no name for it. */
const pathOnly = 0o10000000;
/** What a child has beside its three pipes begins here. */
const firstOfChild = 3;

export interface HeldPlaces {
  /** For the `stdio` of a child, behind its pipes. */
  readonly own: readonly number[];
  /** Those that the child has for them, in the order of the paths. */
  readonly ofChild: readonly number[];
  /** To be called once the child has them. */
  release(): void;
}

/** `paths` have no links; of one that is named twice there are two, because bubblewrap closes each after its use. Throws an Error with a sentence for one that leads somewhere else by now. */
export function holdPlaces(paths: readonly string[]): HeldPlaces {
  const own: number[] = [];
  const release = () => {
    for (const descriptor of own.splice(0)) closeSync(descriptor);
  };
  try {
    for (const path of paths) {
      const descriptor = openSync(path, pathOnly | constants.O_NOFOLLOW);
      own.push(descriptor);
      const found = readlinkSync(`/proc/self/fd/${descriptor}`);
      if (found !== path)
        throw new Error(
          `${JSON.stringify(path)} leads to ${JSON.stringify(found)} by now, so it is not shown to the server; look what replaced it, then start the server again.`,
        );
    }
  } catch (error) {
    release();
    throw error;
  }
  return { own, ofChild: own.map((_, place) => firstOfChild + place), release };
}

/**
 * Connects to a socket in a folder into which others may write: to what stands there itself, never to what a link of that name leads to.
 * Where there is no socket the connection is one that has failed.
 */
export function connectToSocket(path: string): Socket {
  let descriptor: number | null = null;
  const release = () => {
    if (descriptor !== null) closeSync(descriptor);
    descriptor = null;
  };
  try {
    descriptor = openSync(path, pathOnly | constants.O_NOFOLLOW);
    if (!fstatSync(descriptor).isSocket()) throw new Error(`${JSON.stringify(path)} is no socket.`);
    return connect(`/proc/self/fd/${descriptor}`).once('connect', release).once('close', release);
  } catch (error) {
    release();
    return new Socket().destroy(error as Error);
  }
}
