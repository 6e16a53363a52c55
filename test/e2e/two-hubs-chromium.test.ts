// A page in a real Chromium whose browser finds another hub.
import { twoHubsStories } from './two-hubs-stories.ts';

twoHubsStories('chromium');
