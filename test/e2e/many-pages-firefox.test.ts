// The matrix of tools and pages in a real Firefox.
import { describeManyPages } from './many-pages.ts';

describeManyPages('firefox');
