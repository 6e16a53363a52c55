// A frame may be busy for ever, and a page is read without it.

const patienceMs = 2_000;

/** The end of work in a frame, or null when it does not come. */
export function inTime<T>(work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), patienceMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
