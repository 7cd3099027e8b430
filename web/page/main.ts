import { type AttentionExplorer, defineElements } from '../elements/index.ts';
import { keepInAddress } from './address.ts';
import { noticeBefore } from './notice.ts';
import { themeToggle } from './theme.ts';

defineElements();
const explorer = document.querySelector<AttentionExplorer>('attention-explorer');
if (explorer) keepInAddress(explorer.exploration, noticeBefore(explorer));
const button = document.querySelector<HTMLButtonElement>('#theme');
if (button) themeToggle(button);
