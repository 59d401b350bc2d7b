/** <orbit-certificate>: a certificate that was shared, shown when its signature is right. */
export class OrbitCertificate extends HTMLElement {
  /** Under which it is shared, 64 hexadecimal digits. */
  key: string;
  /** Of the sharing service, in base64: attribute public-key. */
  publicKey: string;
  /** The address of the OrbitCert page. */
  page: string;
  /** The address of the sharing service, where it is not the page's. */
  edge: string;
  /** The request, as links have it, for when the service cannot be reached. */
  request: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'orbit-certificate': OrbitCertificate;
  }
}
