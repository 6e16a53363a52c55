// Pages that are left, loaded anew or flood in a real Chromium.
import { leftPagesStories } from './left-pages-stories.ts';

leftPagesStories('chromium');
