// A page in a real Firefox whose browser finds another hub.
import { twoHubsStories } from './two-hubs-stories.ts';

twoHubsStories('firefox');
