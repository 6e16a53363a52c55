// Pages that a real Chromium keeps when they are left, in its back/forward cache.
import { keptPagesStories } from './kept-pages-stories.ts';

keptPagesStories('chromium');
