// Set up for files that share their modules: what one of them has put in place of the clock or of globals is gone before the next.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
