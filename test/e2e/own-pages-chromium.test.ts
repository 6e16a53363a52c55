// The companion's own pages in a real Chromium.
import { ownPagesStories } from './own-pages-stories.ts';

ownPagesStories('chromium');
