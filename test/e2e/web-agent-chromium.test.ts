// The Web Agent API in pages of a real Chromium.
import { webAgentStories } from './web-agent-stories.ts';

webAgentStories('chromium');
