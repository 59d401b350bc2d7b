// <orbit-certificate> with the package's engine. The page that shares its certificates is named by its attribute.

import { OrbitCertificate } from '../embed/embed.js';
import { engine } from './browser.js';

OrbitCertificate.home = '';
OrbitCertificate.start = async () => {
  await engine().ready();
  return engine();
};

export { OrbitCertificate };
