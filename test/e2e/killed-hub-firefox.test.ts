// Pages of a real Firefox whose hub is killed and is there again.
import { killedHubStories } from './killed-hub-stories.ts';

killedHubStories('firefox');
