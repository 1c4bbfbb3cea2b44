/** `npm run screenshots`: takes the README's pictures of the demonstration, into docs/screenshots. */
import { chromium } from 'playwright';
import sharp from 'sharp';
import { startDemoServer } from './budgets/demo-server.ts';
import { listPictures, takePicture } from './budgets/pictures.ts';
import { chromiumSwitches, findChromium } from './chromium.ts';

const webpQuality = 80;

try {
  await takeAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function takeAll(): Promise<void> {
  const executablePath = await findChromium();
  const server = await startDemoServer();
  const browser = await chromium.launch({ executablePath, args: chromiumSwitches });
  try {
    for (const picture of await listPictures(server.app)) {
      const png = await takePicture(browser, server, picture);
      await sharp(png).webp({ quality: webpQuality }).toFile(picture.file.pathname);
      console.log(picture.file.pathname);
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}
