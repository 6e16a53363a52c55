// Pages that a real Firefox keeps when they are left, in its back/forward cache.
import { keptPagesStories } from './kept-pages-stories.ts';

keptPagesStories('firefox');
