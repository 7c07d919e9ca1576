/**
 * Runs a part of a test again if it failed while the product itself reported that something took too long: then the
 * machine was busy. Any other failure counts at once.
 */
export async function retryIfSlow(part: () => Promise<void>, wasSlow: () => boolean): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await part();
    } catch (error) {
      if (!wasSlow() || tries === 10) throw error;
    }
  }
}
