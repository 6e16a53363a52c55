// Pages that use the Web Agent API in a real Chromium.
import { pagesStories } from './pages-stories.ts';

pagesStories('chromium');
