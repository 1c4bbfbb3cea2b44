import '../../../src/styles/tokens.css';
import '../../../src/styles/base.css';
import { afterEach, beforeEach, expect } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { announced, problems } from './console.ts';
import { openForgedServer } from './forged-server.ts';

beforeEach(async () => {
  // What is left of the test before asks for nothing more, as lists do when one comes back to the page.
  await cleanup();
  problems.length = 0;
  announced.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  openForgedServer();
  await page.viewport(360, 740);
});

afterEach(() => {
  const unexpected = problems.filter((said) => !announced.some((what) => what.test(said)));
  expect(unexpected, 'console messages that no test announced').toEqual([]);
});
