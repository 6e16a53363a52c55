// The companion's own pages in a real Firefox.
import { ownPagesStories } from './own-pages-stories.ts';

ownPagesStories('firefox');
