// Hostile pages in a real Firefox.
import { attackStories } from './web-agent-attacks.ts';

attackStories('firefox');
