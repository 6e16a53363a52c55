// Pages that use the Web Agent API in a real Firefox.
import { pagesStories } from './pages-stories.ts';

pagesStories('firefox');
