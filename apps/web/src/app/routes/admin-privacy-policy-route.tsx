import { AdminPolicy } from "../admin-policy.tsx";

export const AdminPrivacyPolicyRoute = () => <AdminPolicy kind="privacy-policy" name="Privacy Policy" />;
