// Keeps the background running while a server is waited for: browsers end one that has done nothing for half a minute.

const everyMs = 15_000;
let waiting = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export async function stayAwake<T>(work: Promise<T>): Promise<T> {
  waiting += 1;
  timer ??= setInterval(() => void chrome.runtime.getPlatformInfo(), everyMs);
  try {
    return await work;
  } finally {
    waiting -= 1;
    if (waiting === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }
}
