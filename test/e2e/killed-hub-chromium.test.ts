// Pages of a real Chromium whose hub is killed and is there again.
import { killedHubStories } from './killed-hub-stories.ts';

killedHubStories('chromium');
