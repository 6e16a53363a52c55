// Pages that are left, loaded anew or flood in a real Firefox.
import { leftPagesStories } from './left-pages-stories.ts';

leftPagesStories('firefox');
