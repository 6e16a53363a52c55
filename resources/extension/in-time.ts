// A frame may be busy for ever, and a page is read without it.

const patienceMs = 2_000;

/** Whoever was asked and has not answered since. */
const silent = new Set<string>();

/** The end of work in a frame, or null when it does not come. Nothing more is asked of a frame that owes an answer; `of` is its document. */
export function inTime<T>(of: string, work: () => Promise<T>): Promise<T | null> {
  if (silent.has(of)) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      silent.add(of);
      resolve(null);
    }, patienceMs);
    const end = () => {
      clearTimeout(timer);
      silent.delete(of);
    };
    void work().then(resolve, reject).finally(end);
  });
}
